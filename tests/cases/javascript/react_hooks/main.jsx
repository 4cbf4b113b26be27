import { useCallback, useEffect, useMemo, useState } from 'react';
import { load, total } from './api.js';

function initial() {}

export function Cart({ items }) {
  const [state, setState] = useState(initial);
  useEffect(() => {
    load().then((found) => setState(found));
  }, []);
  const sum = useMemo(() => total(items), [items]);
  const save = useCallback(() => load(), []);
  return <button onClick={save}>{sum}</button>;
}
