import styled, { css } from './styled.js';

export const Button = styled.button`
  ${css`color: red`}
`;

const label = html`<a>${name()}</a>`;

function html() {}
function name() {}
