import { List } from './list.jsx';
import * as ui from './ui.jsx';
import { Link } from 'react-router';

function Page({ items }) {
  return (
    <div onClick={() => track()}>
      <List items={load(items)}>
        <ui.Row />
      </List>
      <Link to="/">home</Link>
    </div>
  );
}

function track() {}
function load() {}
function div() {}
