/** A PNG of 16 by 16 pixels for the documentation: roughly the ad of a shoe. */
export const exampleImage =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAJElEQVR4nGMQMPIiCTGMbA1f3j/Dg4apBioE6/9NFphoEGoAAKvaIiaR1E0+AAAAAElFTkSuQmCC';
