struct Client;

impl Client {
    async fn connect() -> Client {
        Client
    }

    async fn send(&self) -> Reply {
        Reply
    }
}

struct Reply;

impl Reply {
    fn read(&self) {}
}

async fn run() {
    let client = Client::connect().await;
    client.send().await.read();
    let task = async move { client.send().await };
    task.await.read();
}
