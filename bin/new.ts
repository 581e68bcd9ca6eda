import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { newDraft } from '#lib/tools/new/draft.ts';
import { newActivity } from '#lib/tools/new/new-activity.ts';
import { newCapability } from '#lib/tools/new/new-capability.ts';
import { newEndpoint } from '#lib/tools/new/new-endpoint.ts';
import { newMail } from '#lib/tools/new/new-mail.ts';
import { newOrderSource } from '#lib/tools/new/new-order-source.ts';
import { newPage } from '#lib/tools/new/new-page.ts';
import { newProjection } from '#lib/tools/new/new-projection.ts';
import { newWebhookEvent } from '#lib/tools/new/new-webhook-event.ts';
import { newWorker } from '#lib/tools/new/new-worker.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

const usage = `Usage: npm run new -- <what>, where <what> is
  endpoint <folder> <verb-noun> [--auth user]    such as: endpoint keys list-things
  capability <names> [--worker] [--projection] [--webhook-event type] [--mail template] [--page]
  worker <capability> <name>                     a queue and its worker
  projection <capability>                        of the table of events
  webhook-event <capability> <type>              such as: webhook-event spend spend.returned
  order-source <name>                            such as: order-source paddle
  mail <capability> <template>                   such as: mail spend invoice_sent
  activity <folder> <type> <verb-noun>           such as: activity spend budget_set set-budget
  page <area> <name>                             of the console`;

const draft = newDraft((path) => (existsSync(path) ? readFileSync(path, 'utf8') : null));

try {
  const { positionals, values } = parse();
  const [what = '', place = '', name = '', operation = ''] = positionals;
  const count = { capability: 2, projection: 2, 'order-source': 2, activity: 4 }[what] ?? 3;
  if (positionals.length !== count) throw new Error(usage);
  switch (what) {
    case 'endpoint':
      newEndpoint(draft, { folder: place, name, auth: values.auth }, await endpointsOf(place));
      break;
    case 'activity':
      newActivity(draft, { capability: place, type: name, name: operation }, await endpointsOf(place));
      break;
    case 'mail':
      newMail(draft, place, name);
      break;
    case 'capability':
      newCapability(draft, place);
      if (values.worker) newWorker(draft, place, place);
      if (values.projection) newProjection(draft, place);
      if (values['webhook-event']) newWebhookEvent(draft, place, values['webhook-event']);
      if (values.mail) newMail(draft, place, values.mail);
      if (values.page) newPage(draft, place, place);
      break;
    case 'worker':
      newWorker(draft, place, name);
      break;
    case 'projection':
      newProjection(draft, place);
      break;
    case 'webhook-event':
      newWebhookEvent(draft, place, name);
      break;
    case 'order-source':
      newOrderSource(draft, place);
      break;
    case 'page':
      newPage(draft, place, name);
      break;
    default:
      throw new Error(usage);
  }
  write();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function endpointsOf(folder: string): Promise<readonly AnyEndpoint[]> {
  const list = `functions/api/${folder}/endpoints.ts`;
  if (!existsSync(list)) throw new Error(`functions/api has no folder ${folder} with endpoints.`);
  return Object.values(await import(`#${list}`));
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        auth: { type: 'string' },
        worker: { type: 'boolean' },
        projection: { type: 'boolean' },
        'webhook-event': { type: 'string' },
        mail: { type: 'string' },
        page: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}

function write(): void {
  const changes = draft.changes();
  for (const { path, text } of changes) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const formatted = changes.map(({ path }) => path).filter((path) => /\.(tsx?|json)$/.test(path));
  execFileSync('node_modules/.bin/biome', ['check', '--write', '--log-level=error', ...formatted], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const { path, reason } of changes) process.stdout.write(reason === null ? `new     ${path}\n` : `edited  ${path}: ${reason}\n`);
  process.stdout.write('Next: replace the first version by what you need, then run `npm run openapi` and `npm run check`.\n');
}
