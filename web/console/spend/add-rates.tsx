import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { DialogForm } from '../kit/confirm.tsx';
import { linesOf } from '../kit/file-text.ts';
import { countText } from '../kit/money.ts';
import { fileKinds, plainFile } from '../kit/plain-file.ts';
import { useSetRates } from './rates.ts';
import { ratesIn } from './rates-in.ts';

const shownProblems = 20;

export function AddRates({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const save = useSetRates();
  const [unread, setUnread] = useState('');
  const read = (file: File) =>
    plainFile(file)
      .then(linesOf)
      .then((lines) => setText(lines.join('\n')))
      .then(() => setUnread(''))
      .catch((error: Error) => setUnread(error.message));
  const { rates, problems } = ratesIn(text);
  return (
    <DialogForm
      title="Add rates"
      action={`Add ${rates.length > 1 ? `${countText(rates.length)} rates` : 'the rate'}`}
      run={() => save.mutate(rates, { onSuccess: close })}
      close={close}
      isRunning={save.isPending}
      isDisabled={rates.length === 0 || problems.length > 0}
      error={save.error}
    >
      <Textarea
        label="Day, from, to, rate"
        description="Write one rate a line, with commas, semicolons or tabs between its parts. The rate says how much of the second currency one unit of the first is worth. A later rate of the same day replaces the earlier rate."
        placeholder={'2026-11-20,EUR,USD,1.0825\n2026-11-20,USD,EUR,0.923788'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={12}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
      />
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => input.current?.click()}>
          Read a CSV or Excel file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={fileKinds}
          aria-label="File of rates"
          onChange={async ({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) await read(file);
            currentTarget.value = '';
          }}
        />
        <Text fz="sm" c="dimmed" role="status">
          {rates.length > 0 && problems.length === 0 && `${countText(rates.length)} rates`}
        </Text>
      </Group>
      {unread && (
        <Text fz="sm" role="alert">
          {unread}.
        </Text>
      )}
      {problems.length > 0 && (
        <Alert color="red" role="alert">
          {problems.slice(0, shownProblems).map(({ line, message }) => (
            <Text key={line} fz="sm">
              Line {countText(line)}: {message}.
            </Text>
          ))}
          {problems.length > shownProblems && <Text fz="sm">and {countText(problems.length - shownProblems)} more.</Text>}
        </Alert>
      )}
    </DialogForm>
  );
}
