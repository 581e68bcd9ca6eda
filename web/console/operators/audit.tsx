import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useTyped } from '../core/use-typed.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { entriesOf } from '../kit/choice.tsx';
import { RowTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { What } from '../kit/what.tsx';
import { type Answer, operate } from './api.ts';
import { auditText, auditTexts } from './kit/audit-texts.ts';
import { fieldName } from './kit/field-name.ts';
import { UserLink } from './kit/user-link.tsx';
import { useOperatorNames } from './me.ts';
import { auditSearch } from './search-params.ts';

type Entry = Answer<'listAudit'>['entries'][number];

const actions = entriesOf(auditTexts)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

export function AuditPage() {
  const { user, action } = useValidSearch(auditSearch);
  const changeSearch = useChangeSearch();
  const nameOf = useOperatorNames();
  const [fields, setFields] = useTyped({ user: user ? String(user) : '', action: action ?? '' });
  const query = { ...(user && { user_id: user }), ...(action && { action }), limit: 50 };
  const log = useList(['operators', 'audit', query], (page, signal) =>
    operate('listAudit', { query: { ...query, ...page } as never }, { signal }),
  );
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const submit = onSubmit(() => {
    changeSearch({ user: Number(fields.user) || undefined, action: fields.action || undefined });
  });
  return (
    <Page
      title="Audit"
      about="What operators did, and every view of a customer's data, newest first. Entries are permanent and hold no personal data."
      actions={
        <ExportList
          size="sm"
          file="audit"
          header={['id', 'at', 'who', 'actor_kind', 'actor_id', 'action', 'user_id', 'details']}
          list={log}
          lines={(page) =>
            page.entries.map(({ id, at, actor, action: actionName, user_id, details }) => [
              id,
              at,
              nameOf(actor.kind, actor.id),
              actor.kind,
              actor.id,
              actionName,
              user_id ?? '',
              JSON.stringify(details),
            ])
          }
        />
      }
    >
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label="User ID"
            inputMode="numeric"
            value={fields.user}
            onChange={({ currentTarget: { value } }) => setFields({ ...fields, user: value })}
          />
          <NativeSelect
            label="Action"
            data={[{ value: '', label: 'All' }, ...actions]}
            value={fields.action}
            onChange={({ currentTarget: { value } }) => setFields({ ...fields, action: value })}
          />
          <Button type="submit">Filter</Button>
          {(user || action) && (
            <Button variant="default" onClick={() => changeSearch({ user: undefined, action: undefined })}>
              Clear
            </Button>
          )}
        </Group>
      </form>
      <Section title="Entries" padding={0}>
        <Listed
          query={log}
          rows={entries}
          height={300}
          empty={
            <Empty title="No entry on this page">
              {log.hasNextPage ? 'Older pages may hold some: load more.' : 'No entries match these filters.'}
            </Empty>
          }
        >
          <RowTable
            minWidth={640}
            rows={entries}
            keyOf={({ id }) => id}
            columns={[
              ['When', ({ at }) => <Time at={at} ago />],
              ['Who', ({ actor: { kind, id } }) => nameOf(kind, id), 'anywhere'],
              ['What', ({ action, details }) => <Done action={action} details={details} />, 'anywhere'],
              ['Of', ({ user_id: id }) => (id ? <UserLink id={id} /> : '–')],
            ]}
          />
        </Listed>
      </Section>
    </Page>
  );
}

function Done({ action, details }: Pick<Entry, 'action' | 'details'>) {
  const shown = Object.entries(details).filter(([, value]) => value !== null && value !== undefined);
  return <What text={auditText(action)} code={action} details={shown.map(([name, value]) => `${fieldName(name)}: ${inWords(value)}`)} />;
}

function inWords(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inWords).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${fieldName(name).toLowerCase()} ${inWords(inner)}`)
    .join(', ');
}
