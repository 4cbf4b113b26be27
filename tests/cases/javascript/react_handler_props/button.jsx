export function Button({ onPress, onHold, label }) {
  const press = () => {
    onPress(label);
  };
  if (onHold) onHold();
  return <a onClick={press}>{label}</a>;
}
