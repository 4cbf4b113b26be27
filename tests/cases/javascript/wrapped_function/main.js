import { memo, useCallback } from 'react';
import { save } from './store.js';

const Row = memo(function Plain() {
  const handle = useCallback(() => save(), []);
  handle();
});

const other = register(() => save());

function register() {}
