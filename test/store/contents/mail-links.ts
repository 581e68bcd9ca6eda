import { mailLinksAt } from '#shared/mail/mail-links.ts';
import * as previous from '../previous-readers.ts';
import * as sample from '../stored-samples.ts';
import type { StoredContent } from './stored-content.ts';

const links = mailLinksAt('', { macs: async () => ['0'.repeat(64)] });
const tokenOf = (url: string) => url.slice('/m/x/'.length);
const tokens = (raw: string) => raw.trim().split('\n');

export const mailLinks: StoredContent = {
  sources: ['shared/mail/mail-links.ts'],
  form: 1,
  sample: sample.links,
  async write() {
    const { click, unsubscribe, report, invitation, exported } = sample.links;
    const urls = [
      links.clickUrl(click),
      links.unsubscribeUrl(unsubscribe),
      links.reportUrl(report),
      links.invitationUrl(invitation),
      links.exportUrl({ ...exported, completedAt: 0 }),
    ];
    return (await Promise.all(urls)).map(tokenOf).join('\n');
  },
  async read(raw) {
    const [click = '', unsubscribe = '', report = '', invitation = '', exported = ''] = tokens(raw);
    return {
      click: await links.readClick(click),
      unsubscribe: await links.readUnsubscribe(unsubscribe),
      report: await links.readReport(report, 0),
      invitation: await links.readInvitation(invitation),
      exported: await links.readExport(exported, 0),
    };
  },
  previous(raw) {
    const [click, unsubscribe, report, invitation, exported] = tokens(raw).map(previous.linkIn) as unknown[][];
    return {
      click: { userId: click?.[0], type: click?.[1], cta: click?.[2], mailId: click?.[3] },
      unsubscribe: unsubscribe?.[0],
      report: { userId: report?.[0], accountId: report?.[1], day: report?.[2] },
      invitation: { digest: invitation?.[0], id: invitation?.[1] },
      exported: { userId: exported?.[0], id: exported?.[1] },
    };
  },
  later: (raw) =>
    tokens(raw)
      .map((token) => [Buffer.from('{"form":99}').toString('base64url'), token.split('.')[1]].join('.'))
      .join('\n'),
};
