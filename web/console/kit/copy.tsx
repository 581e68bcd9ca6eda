import { ActionIcon, Button, CopyButton as Copying, Group, Text } from '@mantine/core';
import { Icon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <Copying value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon variant="subtle" color={copied ? 'teal' : 'gray'} size={24} onClick={copy} aria-label={label}>
            <Icon name={copied ? 'check' : 'copy'} size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  );
}

export function Code({ text, label, prose = false }: { text: string; label: string; prose?: boolean }) {
  return (
    <div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a person scrolls this region by keyboard.
        tabIndex={0}
        className={prose ? 'code wrapped' : 'code'}
      >
        <pre>{text}</pre>
      </section>
      <Copying value={text} timeout={1500}>
        {({ copied, copy }) => (
          <Button mt={6} size="xs" variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />} onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </Copying>
    </div>
  );
}

export function Copyable({ value, shown = value }: { value: string; shown?: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text ff="monospace" fz="xs" className="anywhere">
        {shown}
      </Text>
      <CopyButton value={value} label={`Copy ${shown.length < 60 ? shown : 'the value'}`} />
    </Group>
  );
}
