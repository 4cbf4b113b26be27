// An exported component is shown by others; one that is not exported, only by its file.
export function App() {
  return <Row />;
}

function Row() {
  return <li />;
}

export function helper() {}
