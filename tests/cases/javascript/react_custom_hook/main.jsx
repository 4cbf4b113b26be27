import { useToggle } from './toggle.js';

export function Switch() {
  const [on, toggle] = useToggle(false);
  const { open, close } = usePanel();
  toggle();
  open();
  return <b>{on}{close}</b>;
}

function usePanel() {
  const open = () => {};
  const close = () => {};
  return { open, close };
}
