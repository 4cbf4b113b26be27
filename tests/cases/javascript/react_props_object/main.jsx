function Title() {
  return <h1 />;
}

function List(props) {
  props.onShow();
  const Heading = props.heading;
  return (
    <ul>
      <Heading />
      {props.items.map((item) => props.render(item))}
    </ul>
  );
}

function shown() {}

export const Page = () => (
  <List items={[1]} onShow={shown} heading={Title} render={(item) => <li>{item}</li>} />
);
