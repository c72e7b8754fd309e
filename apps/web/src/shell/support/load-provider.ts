let loading: Promise<void> | undefined;

/** Once a visit; the policy of the page lets in exactly this address. */
export function loadProvider(address: string): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading = undefined;
      reject(new Error('The support chat could not be loaded'));
    });
    document.head.append(script);
  });
  return loading;
}
