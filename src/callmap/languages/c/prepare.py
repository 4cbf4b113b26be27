"""C before the preprocessor ran, made parseable: takes source bytes, gives bytes of the same length and lines.

The grammar reads unpreprocessed C, which need not be C at all. What would break the parse is replaced by blanks (or by
one other character), so that every offset stays true and texts are still taken from the source itself:

    static int __init f(void)        attribute-like macros                  static int        f(void)
    void printflike(1, 2) f(char *)  … with arguments                       see `attributes.py`
    UNUSED(static int f(void)) { …   a macro around a head                         static int f(void)  { …
    module_init(f)                   a macro call that needs no semicolon   module_init f;
    SYSCALL_DEFINE1(close, int, fd)  a macro-made function's head           SYSCALL_DEFINE1 close( int, fd)
    CURL_EXTERN CURLcode f(void);    other words in heads                   see `heads.py`
    for_each_cpu(cpu) { … }          a macro that is a statement's head     for_each_cpu(cpu);{ … }
    #ifdef A  if (x) {  #else …      conditions that split a statement      see `conditions.py`
"""

from __future__ import annotations

import re

from callmap.languages.c.attributes import blank_attributes
from callmap.languages.c.conditions import BLANKS, blank, last_before, untangle
from callmap.languages.c.heads import NO_HEAD, Parentheses, clean_heads

_OPAQUE = re.compile(
    rb"/\*.*?(?:\*/|\Z)|//[^\\\n]*(?:\\.[^\\\n]*)*|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'", re.S
)


def prepare(source: bytes) -> bytes:
    """The source as the parser shall see it."""
    out = bytearray(source)
    bare = bytearray(_OPAQUE.sub(_blanked, source))  # to look at: without comments and the content of strings
    untangle(bare, out)
    pairs = Parentheses(bytes(bare))
    _blank_attributes(bare, out, pairs)
    _blank_own_attributes(bare, out)
    blank_attributes(bare, out, pairs)
    _finish_macros(bare, out, pairs)
    clean_heads(bare, out, pairs)
    _finish_statements(bare, out, pairs)
    return bytes(out)


def _blanked(match: re.Match[bytes]) -> bytes:
    text = match[0]
    if text[0] == 47:  # a comment
        return text.translate(BLANKS)
    return b'"' + b"_" * (len(text) - 2) + b'"'


# --- attribute-like macros ---

_WORD = re.compile(rb"__\w+")
_OTHER_WORD = re.compile(
    rb"\b(?:asmlinkage|noinline\w*|notrace|nokprobe_inline|noinstr|fastcall|randomized_struct_fields_\w+|(?:MAYBE_)?UNUSED)\b"
)
_HINTS = (b"asmlinkage", b"noin", b"notrace", b"nokp", b"fastcall", b"randomized", b"UNUSED")
_ATTRIBUTES_TEXT = b"""
    __init __exit __initdata __exitdata __initconst __exitconst __devinit __devexit __devinitdata __devinitconst
    __cpuinit __cpuexit __cpuinitdata __meminit __memexit __meminitdata __net_init __net_exit __net_initdata __ref
    __refdata __refconst __init_or_module __initdata_or_module __initconst_or_module __init_memblock
    __initdata_memblock __initdata_or_meminfo __head __kprobes __sched __lockfunc __cpuidle __user __iomem
    __percpu __rcu __kernel __force __nocast __safe __private __bitwise __bitwise__ __must_check __always_inline
    __always_unused __maybe_unused __used __unused __weak __visible __inline __inline__ __noinline __noreturn
    __cold __hot __pure __attribute_const__ __malloc __deprecated __packed __read_mostly __ro_after_init
    __page_aligned_data __page_aligned_bss __cacheline_aligned __cacheline_aligned_in_smp ____cacheline_aligned
    ____cacheline_aligned_in_smp ____cacheline_internodealigned_in_smp __randomize_layout __no_randomize_layout
    __designated_init __latent_entropy __nostackprotector __no_stack_protector __no_sanitize_address
    __no_kasan_or_inline __no_kcsan __no_profile __no_sanitize_or_inline __no_sanitize_undefined
    __no_sanitize_memory __no_kmsan_checks __no_kcsan_or_inline __noclone __nocf_check __nocfi __noscs __naked
    __noendbr __irq_entry __exception_irq_entry __softirq_entry __entry_text __gnu_inline __lsm_ro_after_init
    __pgtbl_no_debug __ksym __kconfig __hidden __bpf_kfunc __flatten __nonstring __extension__ __restrict
    __restrict__ __volatile__ __fastcall __cdecl __stdcall __THROW __BEGIN_DECLS __END_DECLS asmlinkage noinline
    noinline_for_stack notrace nokprobe_inline noinstr noinline_if_stackleak fastcall UNUSED MAYBE_UNUSED
    noinline_for_tracing noinline_for_kasan randomized_struct_fields_start randomized_struct_fields_end
"""
_ATTRIBUTES = frozenset(_ATTRIBUTES_TEXT.split())
_ATTRIBUTES_WITH_ARGUMENTS_TEXT = b"""
    __attribute__ __attribute __declspec __acquires __releases __must_hold __printf __scanf __aligned __section
    __alloc_size __realloc_size __counted_by __counted_by_le __counted_by_be __assume_aligned __mode __alias
    __cleanup __copy __diagnose_as __error __warning __compiletime_error __compiletime_warning __no_sanitize
    __malloc __guarded_by __nonnull __cond_acquires __cond_releases __alignas __format_arg
"""
_ATTRIBUTES_WITH_ARGUMENTS = frozenset(_ATTRIBUTES_WITH_ARGUMENTS_TEXT.split())


def _blank_attributes(bare: bytearray, out: bytearray, pairs: Parentheses) -> None:
    """static __must_check int f(void) __acquires(&lock); struct s { … } __packed __attribute__((aligned(4)));"""
    text = bytes(bare)
    found = list(_WORD.finditer(text))
    if any(hint in text for hint in _HINTS):
        found.extend(_OTHER_WORD.finditer(text))
    for match in found:
        word = match[0]
        start, end = match.span()
        if text[start - 1 : start].isalnum():
            continue  # the end of a longer name
        if word in _ATTRIBUTES_WITH_ARGUMENTS:
            opening = text.find(b"(", end, end + 3)
            end = pairs.end(opening) or end
        elif word not in _ATTRIBUTES or (text[end] == _OPENING and text[start - 1 : start] == b"\n"):
            continue  # at the margin it may be a macro around a head
        blank(bare, out, start, end)


_OWN_ATTRIBUTE = re.compile(
    rb"(?m)^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+(?=\S)(?:(?:extern|static|inline|__inline__)\b[ \t]*)*"
    rb"(?:(?:__attribute__|__declspec)[ \t]*\([^\n]{0,200}\)[ \t]*)?\r?$"
)
_TRAILING = re.compile(rb"(?m)^[A-Za-z_][^\n;{}#]*\)[ \t]+([A-Z][A-Z0-9_]{2,})[ \t]*;")


def _blank_own_attributes(bare: bytearray, out: bytearray) -> None:
    """#define API extern … API int f(void) ATTR; — what a file calls an attribute, and capitals before a semicolon"""
    own = {match[1] for match in _OWN_ATTRIBUTE.finditer(bytes(out))}
    text = bytes(bare)
    spans = [match.span(1) for match in _TRAILING.finditer(text)]
    if own:
        for match in re.finditer(rb"\b(?:" + b"|".join(sorted(own)) + rb")\b", text):
            line = text[text.rfind(b"\n", 0, match.start()) + 1 : match.start()]
            if not line.lstrip().startswith(b"#"):
                spans.append(match.span())
    for start, end in spans:
        blank(bare, out, start, end)


# --- macro calls at the left margin ---

_MARGIN_CALL = re.compile(rb"\n([A-Za-z_]\w*)[ \t]*\(")
_NAMES = re.compile(rb"\s*[A-Za-z_]\w*\s*(?:,\s*[A-Za-z_]\w*\s*)*\Z")
_NAME = re.compile(rb"\s*[A-Za-z_]\w*\s*\Z")
_NEXT = re.compile(rb"\s*(.?)", re.S)


def _finish_macros(bare: bytearray, out: bytearray, pairs: Parentheses) -> None:
    """module_init(f) without a semicolon; SYSCALL_DEFINE1(close, int, fd) { … }"""
    text = bytes(bare)
    for match in _MARGIN_CALL.finditer(text):
        start, opening = match.start(1), match.end() - 1
        end = pairs.end(opening)
        follower = _NEXT.match(text, end) if end else None
        if follower is None:
            continue
        if text[end - 2] == _CLOSING and follower[1] in _ENDS_HEAD and _wraps_head(text, opening, end, pairs):
            blank(bare, out, start, opening + 1)
            blank(bare, out, end - 1, end)
            continue
        if follower[1] in _GOES_ON:
            continue
        before = last_before(bare, start)
        if before and before not in b";})":
            continue  # a type or an expression stands before it
        if follower[1] == b"{":
            comma = _first_comma(text, opening + 1, end - 1)
            if comma and match[1].isupper() and _NAME.match(text[opening + 1 : comma]):
                out[opening], out[comma] = b" ("
        elif b"\n" in follower[0] or not follower[1]:
            if not match[1].isupper() and not _surely_over(text, follower):
                continue  # perhaps a function in the old style: f(a) int a; { … }
            if _NAMES.match(text[opening + 1 : end - 1]):
                out[opening], out[end - 1] = b" ;"
            else:
                blank(bare, out, start, end)


_OPENING, _CLOSING = b"()"
_ENDS_HEAD = frozenset({b"{", b";"})
_HEAD = re.compile(rb"\s*((?:[A-Za-z_]\w*[\s*]+)+)[A-Za-z_]\w*\s*\(")


def _wraps_head(text: bytes, opening: int, end: int, pairs: Parentheses) -> bool:
    """UNUSED(static int f(void)) { … }: whether a macro's one argument is the head of a function."""
    head = _HEAD.match(text, opening + 1, end)
    return head is not None and pairs.end(head.end() - 1) == end - 1 and NO_HEAD.isdisjoint(head[1].split())


_GOES_ON = frozenset(b";,=)[.+*/?:&|<>-"[i : i + 1] for i in range(15))


def _surely_over(text: bytes, follower: re.Match[bytes]) -> bool:
    """Whether what follows a call at the margin has nothing to do with it."""
    at = follower.start(1)
    return (
        follower[0].count(b"\n") > 1
        or not follower[1]
        or follower[1] == b"#"
        or text.startswith(b"static", at)
        or _MARGIN_CALL.match(text, at - 1) is not None
    )


def _first_comma(text: bytes, start: int, end: int) -> int:
    comma = text.find(b",", start, end)
    parenthesis = text.find(b"(", start, end)
    return comma if comma != -1 and (parenthesis == -1 or comma < parenthesis) else 0


# --- macro calls inside functions ---

_LOOPS = re.compile(rb"each\w*[ \t]*(\()"), re.compile(rb"EACH\w*[ \t]*(\()")
_CAPITALS = re.compile(rb"\n[ \t]+([A-Z][A-Z0-9_]*)[ \t]*(?:(\()|\n(?=\s*[A-Za-z_}]))")
_HEAD_OF_STATEMENT = re.compile(rb"[ \t]*(?:\n\s*(?!else\b)[A-Za-z_{]|[ \t]\{)")
_MACRO_NAME = re.compile(rb"\n[ \t]+(?:else[ \t]+)?\w*\Z")
_WHILE_EACH = re.compile(rb"\}\s*while(_\w+)[ \t]*\([^)]")
_ASSEMBLY = re.compile(rb"asm(?:__)?\b[\w\s]*(\()")
_PLAIN_ASSEMBLY = re.compile(rb"[\s\"_]*[:)]")


def _finish_statements(bare: bytearray, out: bytearray, pairs: Parentheses) -> None:
    """list_for_each(p, head) use(p); the parser sees a call without its semicolon, or a declaration of `use`."""
    text = bytes(bare)
    for match in _ASSEMBLY.finditer(text):
        start = match.start() - 2 if text[match.start() - 2 : match.start()] == b"__" else match.start()
        if text[start - 1 : start].isalnum() or text[start - 1 : start] == b"_":
            continue  # the end of a longer name
        if not _PLAIN_ASSEMBLY.match(text, match.end()):  # asm volatile("lock; " SIZE(bts) " %1,%0" : …);
            blank(bare, out, start, pairs.end(match.start(1)) or start)
    for match in _WHILE_EACH.finditer(text):  # do { … } while_each_thread(g, t);
        blank(bare, out, match.start(1), match.end(1))
    for match in _CAPITALS.finditer(text):
        if match[2]:
            _finish_head(text, match.start(2), bare, out, pairs)
        elif last_before(bare, match.start(1)) in (b";", b"}"):  # a macro without arguments that is a statement
            blank(bare, out, match.start(1), match.end(1))
    for pattern in _LOOPS:
        for match in pattern.finditer(text):
            _finish_head(text, match.start(1), bare, out, pairs)


def _finish_head(text: bytes, opening: int, bare: bytearray, out: bytearray, pairs: Parentheses) -> None:
    """Ends a macro call that is the head of a statement: in the white space behind it there is room for a semicolon."""
    end = pairs.end(opening)
    if not end or not _HEAD_OF_STATEMENT.match(text, end):
        return
    line = text.rfind(b"\n", 0, opening)
    if line == -1 or not _MACRO_NAME.match(text[line:opening].rstrip()):
        return
    at = end if text[end] in b" \t" else text.index(b"\n", end) + 1
    if text[at] in b" \t" and (last_before(bare, line) or b";") in b";{}:)":
        out[at] = 59
