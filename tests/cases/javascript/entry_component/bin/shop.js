require('../App.jsx');
