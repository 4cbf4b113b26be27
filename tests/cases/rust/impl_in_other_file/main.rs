mod model;
mod render;

use model::Page;

fn run(page: &Page) {
    page.load();
    page.render();
    page.print();
}
