#include "battery-fork.h"

namespace battery
{
int
RunMutants()
{
    return 0;
}
} // namespace battery
