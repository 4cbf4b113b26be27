import facade

facade.models.User().save()
