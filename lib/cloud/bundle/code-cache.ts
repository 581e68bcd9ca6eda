import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const compile = `const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const head = '(function (exports, require, module, __filename, __dirname) {';
const compile = (filename, cachedData) =>
  new Script(head + readFileSync(filename, 'utf8') + '\\n})', {
    filename,
    columnOffset: -head.length,
    cachedData,
  });
`;

/** V8's code cache saves a quarter of the load time. */
const loader = `'use strict';
// Lambda starts Node with --expose-gc. It has had its effect, and while it is set V8 refuses all caches that were made
// without it: this one, and those of Node's own modules.
require('node:v8').setFlagsFromString('--no-expose-gc');
${compile}
let cache;
try {
  cache = readFileSync(__dirname + '/code.cache');
} catch {}
const script = compile(__dirname + '/code.js', cache);
script.runInThisContext().call(exports, exports, require, module, __dirname + '/code.js', __dirname);
const cacheIsUsed = cache !== undefined && !script.cachedDataRejected;
module.exports.cacheIsUsed = cacheIsUsed;
process.env.CODE_CACHE = cacheIsUsed ? 'used' : 'refused';
const { AWS_LAMBDA_FUNCTION_NAME, STAGE } = process.env;
// A metric of the stage, without a call (EMF), and the line that names the function and its Node.
if (!cacheIsUsed && AWS_LAMBDA_FUNCTION_NAME)
  process.stdout.write(
    JSON.stringify({
      level: 'WARN',
      message: 'code cache refused',
      service: 'adtrail',
      stage: STAGE,
      function: AWS_LAMBDA_FUNCTION_NAME,
      node: process.versions.node,
      code_cache_refused: 1,
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: 'adtrail',
            Dimensions: [['service', 'stage']],
            Metrics: [{ Name: 'code_cache_refused', Unit: 'Count' }],
          },
        ],
      },
    }) + '\\n',
  );
`;

const maker = `'use strict';
${compile}
const [, folder] = process.argv;
const [file, made] = [folder + '/code.js', { exports: {} }];
const script = compile(file);
const requireBeside = require('node:module').createRequire(file);
script.runInThisContext().call(made.exports, made.exports, requireBeside, made, file, folder);
writeFileSync(folder + '/code.cache', script.createCachedData());
process.exit();
`;

/** Lambda's Node version, which the deploy workflow names, can differ from package.json. */
const nodeOfCaches = () => process.env.CODE_CACHE_NODE || process.execPath;

export async function addCodeCache(folder: string): Promise<void> {
  await rename(join(folder, 'index.js'), join(folder, 'code.js'));
  const env = {
    AWS_LAMBDA_FUNCTION_NAME: 'cache',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  };
  await run(nodeOfCaches(), ['-e', maker, folder], { env });
  await writeFile(join(folder, 'index.js'), loader);
}

const v8OfCaches = async () =>
  nodeOfCaches() === process.execPath ? process.versions.v8 : (await run(nodeOfCaches(), ['-p', 'process.versions.v8'])).stdout.trim();

/** A code cache has other bytes each time, so the hash covers its sources. */
export async function hashOfCode(folder: string): Promise<string> {
  const hash = createHash('sha256').update(`${await v8OfCaches()} ${process.arch}\n`);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.filter((path) => !/\.(cache|map)$/.test(path)).sort())
    hash.update(`${relative(folder, path)}\n`).update(await readFile(path));
  return hash.digest('hex');
}
