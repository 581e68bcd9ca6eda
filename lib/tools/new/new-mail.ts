import { both, type Draft, withEntry, withImport } from './draft.ts';
import { camel, capital, checkName, checkType, testKit, words } from './names.ts';

const lists = {
  rules: /export const mailRules[^\n]* = \{/,
  words: /export const mailWords[^\n]* = \{/,
  samples: /export const mailSamples = [^\n]*\{/,
};

/** Writes a mail with its rule, words and sample, in all places that list the mails. */
export function newMail(draft: Draft, capability: string, template: string): void {
  checkName(capability);
  checkType(template, 'invoice_sent');
  if (draft.textOf(`shared/${capability}/README.md`) === null) throw new Error(`shared has no capability ${capability}.`);
  const id = camel(capability);
  const title = capital(words(template));
  const file = `shared/${capability}/mails.ts`;
  const rule = `${template}: {
    kind: 'transactional',
    toUnverified: 'limited',
    asks: 'The change that it reports',
    limit: 'None',
  },`;
  const text = `${template}: ({ at = '' }) => ({ subject: '${title}', paragraphs: [\`On \${at}: ${words(template)}.\`] }),`;
  const sample = `${template}: { at: '2026-11-21 09:30 UTC' },`;
  if (draft.textOf(file) === null) {
    draft.create(file, mailsText({ rule, text, sample }));
    draft.edit(
      'shared/registry/mails.ts',
      'the first mail of the capability',
      both(
        withImport(`import * as ${id} from '#shared/${capability}/mails.ts';`),
        ...Object.entries(lists).map(([list, opening]) => withEntry(opening, `...${id}.${list},`)),
      ),
    );
  } else {
    if (new RegExp(`^  ${template}:`, 'm').test(draft.textOf(file) ?? '')) throw new Error(`${file} has ${template} already.`);
    draft.edit(
      file,
      `the mail ${template}`,
      both(
        withEntry('export const rules = {', rule),
        withEntry(/export const words: [^\n]* = \{/, text),
        withEntry(/export const samples: [^\n]* = \{/, sample),
      ),
    );
  }
  draft.create(`test/${capability}/${template.replaceAll('_', '-')}.test.ts`, testText(template, title));
  draft.edit('docs/api/notifications.md', 'its row', (page) => {
    const last = [...page.matchAll(/^\| `[a-z_`, ]+` \| .+ \|$/gm)].at(-1);
    if (!last) throw new Error('has no table of mails.');
    const end = last.index + last[0].length;
    const row = `| \`${template}\` | The change that it reports | within the limit | None | \`listEmails\` shows the outcome |`;
    return `${page.slice(0, end)}\n${row}${page.slice(end)}`;
  });
}

const mailsText = ({ rule, text, sample }: Record<'rule' | 'text' | 'sample', string>) => `import type {
  MailKinds,
  MailRules,
  MailSamples,
  MailWords,
} from '#shared/messages/mail-templates.ts';

export const rules = {
  ${rule}
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  ${text}
};

export const samples: MailSamples<typeof rules> = {
  ${sample}
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
`;

const testText = (template: string, title: string) => `import type { EffectOf } from '#shared/messages/effects.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { newUser, newWorld, startApp } from '${testKit}/harness.ts';

it('the mail ${template} reaches its person once', async () => {
  const app = await startApp(await newWorld());
  const { id, email } = await newUser(app);
  const effect: EffectOf<'mail'> = {
    kind: 'mail',
    id: '${template}#1',
    to_user: id,
    template: '${template}',
    data: { at: '2026-11-21 09:30 UTC' },
  };
  for (let delivered = 0; delivered < 2; delivered++) await deliver(effect, app.workerDeps('outbox'));
  expect(app.world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual(['${title}']);
});
`;
