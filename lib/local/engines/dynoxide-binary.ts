import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { HostError } from '../host-error.ts';

/** Where the DynamoDB engine for this platform stands, or one sentence on what to do instead. */
export function dynoxideBinary(platform: string = process.platform, arch: string = process.arch): string {
  const found = locate(`@dynoxide/${platform}-${arch}`, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  if (found) return found;
  throw new HostError(
    `There is no DynamoDB engine for ${platform}-${arch} in node_modules: run "npm install", or set DYNAMODB_ENDPOINT ` +
      'to another engine (DynamoDB Local, for example) and start again.',
  );
}

function locate(packageName: string, file: string): string | undefined {
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), file);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
