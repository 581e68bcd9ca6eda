import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { download } from './download.ts';
import { Icon } from './icon.tsx';

export function DropFiles({
  add,
  label,
  samples,
  guide,
  isSingle = false,
}: {
  add: (files: File[]) => void;
  label: string;
  samples: readonly { title: string; name: string; content: () => string }[];
  guide: { href: string; title: string };
  isSingle?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    add([...event.dataTransfer.files]);
  };
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
      <div
        className="drop"
        data-over={isOver || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        <Icon name="download" size={24} />
        <Text fz="sm" ta="center">
          {isSingle ? 'Drop a CSV file here, or' : 'Drop CSV files here, or'}
        </Text>
        <Button variant="default" onClick={() => input.current?.click()}>
          {isSingle ? 'Choose a file' : 'Choose files'}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          multiple={!isSingle}
          hidden
          aria-label={label}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // The value is cleared, so that the user can choose the same file again.
            currentTarget.value = '';
          }}
        />
      </div>
      <Group gap={6} justify="space-between">
        <Group gap={4}>
          <Text fz="xs" c="dimmed">
            Sample files:
          </Text>
          {samples.map(({ title, name, content }) => (
            <Button
              key={name}
              size="compact-xs"
              variant="subtle"
              aria-label={`Sample file of ${title}`}
              onClick={() => download(name, content())}
            >
              {title}
            </Button>
          ))}
        </Group>
        <Anchor href={guide.href} target="_blank" rel="noreferrer" fz="xs">
          {guide.title}
        </Anchor>
      </Group>
    </Stack>
  );
}

export const Leave = ({ leave }: { leave: () => void }) => (
  <Button variant="default" onClick={leave}>
    Leave it out
  </Button>
);
