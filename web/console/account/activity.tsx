import { call } from '../core/api.ts';
import { ActivityTable } from '../kit/activity.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Section } from '../kit/page.tsx';

export function Activity() {
  const log = useList(['activity'], (page, signal) => call('listActivity', { query: { limit: 20, ...page } as never }, { signal }));
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Section
      title="Activity"
      about="What you, your keys and our support did to this account in the last 400 days. Equal codes are the same network. Something you did not do? Change your password."
      padding={0}
    >
      <Listed
        query={log}
        rows={entries}
        height={160}
        empty={<Empty title="No activity yet">Sign-ins, keys and changes of the account appear here.</Empty>}
      >
        <ActivityTable entries={entries} />
      </Listed>
    </Section>
  );
}
