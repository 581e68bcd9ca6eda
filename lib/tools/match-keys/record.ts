import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { madeInputs } from './made-inputs.ts';

/**
 * The judges are Meta's two packages, whose licences allow no copy in this repository. Install them in a folder of their own:
 * `npm install facebook-nodejs-business-sdk@24.0.1 capi-param-builder-nodejs@1.3.2`, then `node lib/tools/match-keys/record.ts <folder>`.
 */
const [, , folder = ''] = process.argv;
const require = createRequire(join(folder, 'package.json'));
const versionOf = (name: string): string => require(`${name}/package.json`).version;

const fixture = 'test/consent/judged.json';
/** The first eight digits of a hash distinguish two outputs; dashes are a refusal. */
const shownDigits = 8;
const refused = '-'.repeat(shownDigits);
const shown = (output: unknown) => (typeof output === 'string' && output ? output.slice(0, shownDigits) : refused);

const bySdk = sdkJudge();
const { ParamBuilder } = require('capi-param-builder-nodejs');
const builder = new ParamBuilder();
const byBuilder = (text: string, type: string) => shown(builder.getNormalizedAndHashedPII(text, type));

const { emails, phones } = madeInputs();
const recorded = {
  recordedAt: new Date().toISOString().slice(0, 10),
  sdk: {
    version: versionOf('facebook-nodejs-business-sdk'),
    emails: emails.map((email) => bySdk(email, 'em')).join(''),
    phones: phones.map((phone) => bySdk(phone, 'ph')).join(''),
  },
  builder: {
    version: versionOf('capi-param-builder-nodejs'),
    emails: emails.map((email) => byBuilder(email, 'email')).join(''),
    phones: phones.map((phone) => byBuilder(phone, 'phone')).join(''),
  },
};
writeFileSync(fixture, `${JSON.stringify(recorded, null, 2)}\n`);

function sdkJudge() {
  const { UserData } = require('facebook-nodejs-business-sdk');
  return (text: string, field: 'em' | 'ph'): string => {
    try {
      const data = field === 'em' ? new UserData().setEmail(text) : new UserData().setPhone(text);
      const output = data.normalize()[field];
      return shown(Array.isArray(output) ? output[0] : output);
    } catch {
      return refused;
    }
  };
}
