import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Empty, Page } from '../kit/page.tsx';

/** Browsers name a script, and Vite a style sheet, that they could not load in these words. */
const missingScript = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export function Crash({ error }: ErrorComponentProps) {
  const { message } = error as Error;
  return (
    <Page title="Something went wrong">
      <Empty title="This page could not be shown" action={<Button onClick={() => window.location.reload()}>Reload</Button>}>
        {missingScript.test(message)
          ? 'A part of it could not be loaded. The console may have a new version: reload the page to get it.'
          : message}
      </Empty>
    </Page>
  );
}

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty
        title="This page does not exist"
        action={
          <Button component={Link} to="/">
            Go to the overview
          </Button>
        }
      >
        The address may be mistyped, or the page was moved.
      </Empty>
    </Page>
  );
}
