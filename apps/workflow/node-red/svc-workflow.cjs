// Node-RED loads nodes as CommonJS; everything else is in the TypeScript module.
module.exports = require('../src/node-red.ts').registerNodes
