export default class {
  save() {}
}
