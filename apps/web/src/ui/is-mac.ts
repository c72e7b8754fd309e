/** Where Cmd is the key of shortcuts, and Ctrl moves and deletes in texts. */
export const isMac =
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
