import type { EndedThing, Recovery } from '#shared/accounts/deletion/store/recoveries.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import type { EffectDeps } from './effect-needs.ts';
import { settingsToConfirm } from './settings-to-confirm.ts';
import { type WayOutName, wayOut, wayOutNames } from './ways-out.ts';

/** A retry must end the same objects, so their list is stored first. */
export async function endRecovered(effect: EffectOf<'account_recovered'>, deps: EffectDeps): Promise<EffectOf<'mail'> | null> {
  const { user_id: userId, session_epoch: sessionEpoch, by, at } = effect;
  const user = await deps.users.byId(userId);
  if (!user || user.erasedAt) return null;
  const account = { accountId: ownAccountOf(userId), userId, sessionEpoch, at };
  let recovery = await deps.recoveries.byEpoch(userId, sessionEpoch);
  if (!recovery) {
    for (const name of wayOutNames) await wayOut(name).close?.(account, deps);
    const ended: EndedThing[] = [];
    const toConfirm = await settingsToConfirm(user, account, deps);
    for (const kind of wayOutNames) for (const thing of await wayOut(kind).list(account, deps)) ended.push({ kind, ...thing });
    recovery = await deps.recoveries.start({ userId, sessionEpoch, by, at, ended, toConfirm });
  }
  for (const { kind, ...thing } of recovery.ended) await wayOut(kind as WayOutName).end(account, thing, deps);
  return mailAbout(recovery, effect.id);
}

/**
 * The mail omits names and other texts of the ended objects, because an intruder could have written them
 * for the owner to read.
 */
function mailAbout({ userId, by, at, ended, toConfirm }: Recovery, id: string): EffectOf<'mail'> {
  const lines = ended.map(lineOf);
  const shown = lines.slice(0, maxLines);
  const more = lines.length - shown.length;
  return {
    kind: 'mail',
    id: `${id}#mail`,
    to_user: userId,
    template: 'account_recovered',
    data: {
      at: mailTime(at),
      by,
      ended: [...shown, ...(more > 0 ? [`${more} more; the console lists revoked keys and disabled endpoints`] : [])].join('\n'),
      to_confirm: toConfirm
        .map(({ field, value }) => (field === 'pixel' ? `settings of the pixel ${value}` : field))
        .slice(0, maxLines)
        .join(', '),
    },
  };
}

const maxLines = 40;

const words: Record<WayOutName, (thing: EndedThing) => string> = {
  api_key: ({ detail }) => `API key ${detail}`,
  webhook_endpoint: ({ id }) => `Webhook endpoint ${id}`,
  destination: ({ id }) => `Destination ${id}`,
  export: ({ detail }) => (detail === '1' ? 'An export and its file' : `${detail} exports and their files`),
  team_member: ({ id, parent = '' }) => `Member ${id} of the team of the licence ending in ${parent.slice(-4)}`,
  team_invitation: ({ parent = '' }) => `An invitation to the team of the licence ending in ${parent.slice(-4)}`,
  team_membership: ({ id }) => `Membership in the team of the licence ending in ${id.slice(-4)}`,
};
const lineOf = (thing: EndedThing) => {
  const line = words[thing.kind as WayOutName](thing);
  return thing.createdAt ? `${line}, of ${dayOf(thing.createdAt)}` : line;
};
