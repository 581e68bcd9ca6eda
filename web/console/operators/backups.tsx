import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Code, Copyable } from '../kit/copy.tsx';
import { RowTable } from '../kit/data-table.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { operate } from './api.ts';
import { Task } from './jobs.tsx';
import { ActButton } from './kit/act.tsx';

export function BackupsPage() {
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
        <ActButton
          operation="backupDatabase"
          isMain
          size="sm"
          button="Start a backup"
          about="Writes every table to object storage. One backup runs at a time; it changes nothing that customers notice."
          label="Start"
          done={({ task_id }) => setTask(task_id)}
          result={({ message }) => message}
        />
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
              <RowTable
                minWidth={640}
                rows={backups}
                keyOf={({ backup_id }) => backup_id}
                columns={[
                  [
                    'Backup',
                    ({ backup_id, is_damaged }) => (
                      <>
                        <Copyable value={backup_id} />
                        {is_damaged && <Badge color="red">Damaged manifest</Badge>}
                      </>
                    ),
                  ],
                  ['Completed', ({ completed_at: at }) => (at ? <Time at={at} ago /> : '–')],
                  [
                    ['Items', 'number'],
                    ({ tables }) => (
                      <>
                        {countText(tables.reduce((sum, { items }) => sum + items, 0))}
                        <Text fz="xs" c="dimmed">
                          {tables.map(({ name, items }) => `${name} ${countText(items)}`).join(', ')}
                        </Text>
                      </>
                    ),
                  ],
                  ['Verified', ({ verified_at: at }) => (at ? <Time at={at} ago /> : 'Not yet')],
                ]}
              />
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
          text={'npm run ops -- reindex --accounts TABLE --analysis TABLE\nnpm run ops -- recount --table ATTRIBUTION'}
        />
      </Section>
    </Page>
  );
}
