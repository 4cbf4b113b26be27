def run(page):
    render(page)
    page.render()
