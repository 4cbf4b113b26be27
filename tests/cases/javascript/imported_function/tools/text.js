export function clean(text) {
  return strip(text);
}

function strip(text) {
  return text;
}

export default function trim(text) {
  return strip(text);
}

export const pad = (text) => strip(text);
