export function legacy(): void;
