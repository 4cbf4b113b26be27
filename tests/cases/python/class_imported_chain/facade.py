import models
