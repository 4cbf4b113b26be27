const { Router } = require('express');

const router = Router();

router.get('/', (req, res) => list());

function list() {}

module.exports = router;
