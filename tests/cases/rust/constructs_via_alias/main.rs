mod models;

use models::User as Person;

type Account = models::User;
type Shared<T> = Box<T>;

fn run(shared: Shared<Account>, account: &Account) {
    Person { id: 1 };
    Account { id: 2 };
    Account::new().save();
    account.save();
}
