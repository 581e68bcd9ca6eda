/** Of every dialog and drawer. Inside the page's landmark, so that its heading is not a second banner. */
export const dialog = { opened: true, withinPortal: false, closeButtonProps: { 'aria-label': 'Close' } };
