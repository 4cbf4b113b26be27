"""Names that are always there in JavaScript: of the language, of browsers, of Node, and of test runners."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LANGUAGE = _words(
    """
    AggregateError Array ArrayBuffer AsyncDisposableStack AsyncFunction AsyncGenerator AsyncIterator Atomics BigInt
    BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error EvalError FinalizationRegistry
    Float16Array Float32Array Float64Array Function Generator GeneratorFunction Infinity Int16Array Int32Array
    Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set
    SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array
    Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly arguments decodeURI decodeURIComponent encodeURI
    encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape import.meta
    new.target ArrayLike AsyncGeneratorFunction AsyncIterable AsyncIterableIterator Awaited ClassDecorator Exclude
    Extract Iterable IterableIterator IteratorResult MethodDecorator NonNullable Omit ParameterDecorator Partial Pick
    PromiseLike PropertyDecorator PropertyDescriptor Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Required
    TemplateStringsArray
    """
)

BROWSER = _words(
    """
    AbortController AbortSignal Animation AnimationEvent AnimationFrameProvider Attr Audio AudioBuffer AudioContext
    AudioNode BarProp BeforeUnloadEvent Blob BlobEvent BroadcastChannel ByteLengthQueuingStrategy CDATASection CSS
    CSSRule CSSStyleDeclaration CSSStyleSheet Cache CacheStorage CanvasGradient CanvasPattern CanvasRenderingContext2D
    CharacterData Clipboard ClipboardEvent ClipboardItem CloseEvent Comment CompositionEvent CompressionStream
    CountQueuingStrategy Credential Crypto CryptoKey CustomElementRegistry CustomEvent DOMException DOMImplementation
    DOMMatrix DOMParser DOMPoint DOMRect DOMRectReadOnly DOMStringMap DOMTokenList DataTransfer DataTransferItem
    DecompressionStream Document DocumentFragment DocumentType DragEvent Element ErrorEvent Event EventListener
    EventSource EventTarget File FileList FileReader FocusEvent FontFace FormData FormDataEvent Gamepad Geolocation
    HTMLAnchorElement HTMLAudioElement HTMLBodyElement HTMLButtonElement HTMLCanvasElement HTMLCollection
    HTMLDialogElement HTMLDivElement HTMLElement HTMLFormElement HTMLHeadElement HTMLHeadingElement HTMLHtmlElement
    HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLIElement HTMLLabelElement HTMLLinkElement
    HTMLMediaElement HTMLMetaElement HTMLOptionElement HTMLParagraphElement HTMLPreElement HTMLScriptElement
    HTMLSelectElement HTMLSlotElement HTMLSpanElement HTMLStyleElement HTMLTableElement HTMLTableRowElement
    HTMLTemplateElement HTMLTextAreaElement HTMLTitleElement HTMLUListElement HTMLVideoElement HashChangeEvent Headers
    History IDBCursor IDBDatabase IDBFactory IDBIndex IDBKeyRange IDBObjectStore IDBOpenDBRequest IDBRequest
    IDBTransaction IdleDeadline Image ImageBitmap ImageData InputEvent IntersectionObserver IntersectionObserverEntry
    KeyboardEvent KeyframeEffect Location MathMLElement MediaQueryList MediaQueryListEvent MediaRecorder MediaSource
    MediaStream MessageChannel MessageEvent MessagePort MouseEvent MutationObserver MutationRecord NamedNodeMap
    Navigator Node NodeFilter NodeList Notification OffscreenCanvas Option PageTransitionEvent Path2D Performance
    PerformanceEntry PerformanceObserver Plugin PointerEvent PopStateEvent ProcessingInstruction ProgressEvent
    PromiseRejectionEvent RTCPeerConnection Range ReadableStream ReadableStreamDefaultReader Request RequestInit
    ResizeObserver ResizeObserverEntry Response SVGElement SVGSVGElement Screen Selection ServiceWorker
    ServiceWorkerRegistration ShadowRoot SharedWorker StaticRange Storage StorageEvent StyleSheet SubmitEvent
    SubtleCrypto Text TextDecoder TextDecoderStream TextEncoder TextEncoderStream TextMetrics Touch TouchEvent
    TouchList TransformStream TransitionEvent TreeWalker UIEvent URL URLPattern URLSearchParams ValidityState
    VisualViewport WebGL2RenderingContext WebGLRenderingContext WebSocket WheelEvent Window Worker WorkerGlobalScope
    WritableStream WritableStreamDefaultWriter XMLDocument XMLHttpRequest XMLSerializer XPathEvaluator XPathResult
    XSLTProcessor addEventListener alert atob blur btoa caches cancelAnimationFrame cancelIdleCallback clearInterval
    clearTimeout close closed confirm console cookieStore createImageBitmap crossOriginIsolated crypto customElements
    devicePixelRatio dispatchEvent document event fetch find focus frameElement frames getComputedStyle getSelection
    history importScripts indexedDB innerHeight innerWidth isSecureContext localStorage location matchMedia moveBy
    moveTo navigation navigator onmessage open opener origin outerHeight outerWidth parent performance postMessage
    print prompt queueMicrotask removeEventListener reportError requestAnimationFrame requestIdleCallback resizeBy
    resizeTo scheduler screen scroll scrollBy scrollTo scrollX scrollY self sessionStorage setInterval setTimeout
    speechSynthesis structuredClone top trustedTypes visualViewport window
    """
)

NODE = _words(
    """
    Buffer BufferEncoding Bun Deno NodeJS __dirname __filename clearImmediate define global import module process
    require setImmediate
    """
)

TESTS = _words(
    """
    after afterAll afterEach assert before beforeAll beforeEach browser by bench chai context cy Cypress describe
    element expect fail fdescribe fit it jasmine jest mocha pending sinon specify spyOn suite suiteSetup suiteTeardown
    setup teardown test vi vitest xdescribe xit xtest
    """
)

ALWAYS = LANGUAGE | BROWSER | NODE

# Called without `new`, they give an instance of themselves.
TYPES = frozenset(
    f"<builtin>.{name}"
    for name in ("Array", "BigInt", "Boolean", "Date", "Error", "Number", "Object", "RegExp", "String", "Symbol")
)

# Decorators of common frameworks that give back what they decorate.
TRANSPARENT_DECORATORS = _words(
    """
    All Args Body Catch Column Component ContentChild ContentChildren Controller CreateDateColumn Cron Delete
    DeleteDateColumn Directive Entity EventPattern Field Get Global Head Headers HostBinding HostListener HttpCode
    Inject Injectable Input InputType IsArray IsBoolean IsDate IsEmail IsEnum IsInt IsNotEmpty IsNumber IsOptional
    IsString JoinColumn JoinTable ManyToMany ManyToOne MessagePattern Module Mutation NgModule ObjectType OneToMany
    OneToOne Optional Options Output Param Patch Pipe Post Prop PrimaryColumn PrimaryGeneratedColumn Put Query Req Res
    Resolver Schema SetMetadata Subscription UpdateDateColumn UseFilters UseGuards UseInterceptors UsePipes ViewChild
    ViewChildren WebSocketGateway action computed customElement observable property query state
    """
)
