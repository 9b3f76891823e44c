/** The shape of two panels, so that nothing jumps when they come. */
export function LoadingProfile() {
  return (
    <div aria-hidden className="flex flex-col gap-4 noscript:hidden">
      <div className="flex h-11 items-center justify-between">
        <div className="shimmer h-4 w-40" />
        <div className="shimmer h-11 w-28" />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <LoadingPanel />
        <LoadingPanel />
      </div>
    </div>
  );
}

function LoadingPanel() {
  return (
    <div className="flex flex-col gap-6 rounded-lg border border-line bg-surface px-4 py-5 sm:px-6">
      <div className="flex flex-col items-center gap-3">
        <div className="shimmer h-7 w-28" />
        <div className="shimmer h-9 w-40" />
        <div className="shimmer size-40" />
        <div className="shimmer h-5 w-36" />
      </div>
      <div className="shimmer h-12" />
      <div className="shimmer h-12" />
      <div className="grid grid-cols-2 gap-4">
        <div className="shimmer h-42" />
        <div className="shimmer h-42" />
      </div>
    </div>
  );
}
