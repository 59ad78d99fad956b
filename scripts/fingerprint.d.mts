/** True when the build matches the sources. */
export function isBuilt(): boolean;
/** Says that the build matches the sources that had this fingerprint when it began. */
export function stampBuild(sources: string): void;
/** One line that changes with any file the build is made of. Tests are none of them. */
export function fingerprint(): string;
/** Every file in a folder and its folders, or the file itself. */
export function filesIn(path: string): string[];
