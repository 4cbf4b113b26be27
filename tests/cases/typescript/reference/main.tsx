// What is named and not called is referred to: passed, stored, returned, a component that is passed on.
import external from 'external';
import { Icon, clean } from './tools';

abstract class Base {
  abstract close(): void;
}

interface Closable {
  close(): void;
}

export class Panel extends Base implements Closable {
  handlers: (() => void)[] = [clean];
  close() {}
}

export function Button(props: { icon: () => null }) {
  return <b>{props.icon()}</b>;
}

export function Page() {
  return <Button icon={Icon} />;
}

external.register(Panel);
