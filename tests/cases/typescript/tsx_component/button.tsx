export function Button<T>(props: { onClick(): void }) {
  return <button onClick={props.onClick} />;
}
