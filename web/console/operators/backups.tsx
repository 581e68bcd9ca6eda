import { Badge, Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Code, Copyable } from '../kit/copy.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { operate } from './api.ts';
import { Task } from './jobs.tsx';
import { Action } from './kit/action.tsx';
import { useMayWrite } from './me.ts';

export function BackupsPage() {
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  const [task, setTask] = useState('');
  const list = useQuery({
    queryKey: ['operators', 'backups'],
    queryFn: () => operate('listBackups', { query: {} }),
  });
  return (
    <Page
      title="Backups"
      about="Of the three tables, every night and by hand. A restore is a command, because nothing may write to the tables while it runs."
      actions={
        mayWrite && (
          <Button onClick={() => setOpen(true)} disabled={isOpen}>
            Start a backup
          </Button>
        )
      }
    >
      {task && <Task id={task} />}
      <Section
        title="Completed backups"
        padding={0}
        about={
          list.data &&
          (list.data.last_verified_at ? (
            <>
              Last verified <Time at={list.data.last_verified_at} ago />
            </>
          ) : (
            'None of them was verified yet.'
          ))
        }
      >
        <Loaded query={list} height={240}>
          {({ backups }) =>
            backups.length === 0 ? (
              <Empty title="No backup yet">The first night makes one, or start it now.</Empty>
            ) : (
              <DataTable minWidth={640} heads={['Backup', 'Completed', ['Items', 'number'], 'Verified']}>
                {backups.map((backup) => (
                  <Table.Tr key={backup.backup_id}>
                    <Table.Td>
                      <Copyable value={backup.backup_id} />
                      {backup.is_damaged && <Badge color="red">Damaged manifest</Badge>}
                    </Table.Td>
                    <Table.Td>{backup.completed_at ? <Time at={backup.completed_at} ago /> : '–'}</Table.Td>
                    <Table.Td className="number">
                      {countText(backup.tables.reduce((sum, { items }) => sum + items, 0))}
                      <Text fz="xs" c="dimmed">
                        {backup.tables.map(({ name, items }) => `${name} ${countText(items)}`).join(', ')}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      {backup.verified_at ? <Time at={backup.verified_at} ago /> : 'Not yet'}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
            )
          }
        </Loaded>
      </Section>
      <Section
        title="Verify or restore"
        about="Reads every file and compares it with the manifest. Without --verify-only it writes into empty tables: see “Backup and restore” of the runbook."
      >
        <Code
          label="Command to verify"
          text={`npm run restore -- --from s3://BUCKET/backups/${list.data?.backups[0]?.backup_id ?? 'ID'} --verify-only`}
        />
      </Section>
      <Section
        title="After a restore"
        about="The search index may lag behind the tables in a backup. The recount of an account is a job; of all accounts, a command."
      >
        <Code
          label="Commands after a restore"
          text={
            'npm run ops -- reindex --accounts TABLE --analysis TABLE\nnpm run ops -- recount --table ATTRIBUTION'
          }
        />
      </Section>
      {isOpen && (
        <Action
          title="Start a backup"
          about="Writes every table to object storage. One backup runs at a time; it changes nothing that customers notice."
          label="Start"
          asksReason={false}
          run={async () => {
            const begun = await operate('backupDatabase', {});
            setTask(begun.task_id);
            return begun;
          }}
          result={({ message }) => message}
          close={() => setOpen(false)}
        />
      )}
    </Page>
  );
}
