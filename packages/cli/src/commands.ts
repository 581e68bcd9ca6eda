import type { Command } from './command.ts';
import { credits, settings } from './commands/account.ts';
import { check } from './commands/check.ts';
import { ads, competitors, discover, plan } from './commands/competitors.ts';
import { completionOf } from './commands/completion.ts';
import { listEvents, listen, replay, showEvent } from './commands/events.ts';
import { helpCommandOf, versionCommand } from './commands/help.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './commands/keys.ts';
import { login, logout } from './commands/login.ts';
import { mcp } from './commands/mcp.ts';
import { months } from './commands/months.ts';
import { performance } from './commands/performance.ts';
import { rawCalls } from './commands/raw-call.ts';
import { reconcile } from './commands/reconcile.ts';
import { refund } from './commands/refund.ts';
import { funnel, report } from './commands/report.ts';
import { send } from './commands/send.ts';
import { spend } from './commands/spend.ts';
import { profiles, status } from './commands/status.ts';
import { traffic } from './commands/traffic.ts';
import { trigger } from './commands/trigger.ts';
import { webhooks } from './commands/webhooks.ts';

export const commands: readonly Command[] = [
  login,
  logout,
  status,
  profiles,
  listen,
  send,
  trigger,
  listEvents,
  showEvent,
  replay,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  report,
  performance,
  traffic,
  funnel,
  ...spend,
  ...reconcile,
  ...months,
  refund,
  ...webhooks,
  settings,
  check,
  discover,
  competitors,
  ads,
  plan,
  credits,
  ...rawCalls,
  mcp,
  completionOf(() => commands),
  helpCommandOf(() => commands),
  versionCommand,
];
