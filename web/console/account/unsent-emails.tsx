import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../core/api.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Loaded } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';

type Email = Answer<'listEmails'>['emails'][number];

const reasons: Partial<Record<NonNullable<Email['reason']>, string>> = {
  unverified_mail: 'Your address is not verified and had five e-mails that day',
  not_verified: 'Your address is not verified',
  suppressed: 'E-mail to your address came back or was not wanted',
  no_mailbox: 'Your account has no e-mail address',
  unsubscribed: 'You have unsubscribed',
  failed: 'The mail service did not accept it',
};

export function UnsentEmails() {
  const emails = useQuery({
    queryKey: ['emails'],
    queryFn: () => call('listEmails', { query: { limit: 100 } }),
  });
  const unsent = emails.data?.emails.filter(({ outcome }) => outcome === 'not_sent') ?? [];
  if (emails.isSuccess && unsent.length === 0) return null;
  return (
    <Loaded query={emails} height={40}>
      {() => (
        <>
          <Text fz="sm" mt="md">
            These e-mails were not sent to you.
          </Text>
          <DataTable minWidth={420} label="E-mails not sent" heads={['E-mail', 'Why it was not sent', 'When']}>
            {unsent.map(({ id, subject, reason, at }) => (
              <Table.Tr key={id}>
                <Table.Td className="anywhere">{subject}</Table.Td>
                <Table.Td>{(reason && reasons[reason]) ?? 'It was not wanted any more'}</Table.Td>
                <Table.Td>
                  <Time at={at} ago />
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </>
      )}
    </Loaded>
  );
}
