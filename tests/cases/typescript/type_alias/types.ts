import { Store } from './store';

export type Plain = Store;
export type Maybe = Store | undefined;
export type Options = { store: Store; close(): void };
export type Handler = (store: Store) => void;
