import { Button } from './button.jsx';

function save() {}
function stranger() {}

export function Form() {
  function cancel() {}
  return (
    <form>
      <Button onPress={save} label="a" />
      <Button onPress={() => cancel()} onHold={cancel} />
    </form>
  );
}
